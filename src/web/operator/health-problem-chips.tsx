import { Chip } from '../shared/components/chip';
import { describeHealthProblem } from './health-problems';

interface HealthProblemChipsProps {
  readonly problems: readonly string[];
  /** The platforms that do not respond. */
  readonly unreachable: readonly string[];
}

/** Shows a customer's health problems as chips, with the meaning of each on hover. */
export function HealthProblemChips({ problems, unreachable }: HealthProblemChipsProps) {
  return (
    <span className="flex flex-wrap gap-1">
      {problems.map((kind) => {
        const { name, meaning, tone } = describeHealthProblem(kind, unreachable);
        return (
          <Chip key={kind} tone={tone} title={meaning}>
            {name}
          </Chip>
        );
      })}
    </span>
  );
}
