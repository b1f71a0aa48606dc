import { Chip } from '../shared/components/chip';
import { troubleWords } from './health-problems';

/** A customer's troubles as marks, each with its meaning on hover. */
export function TroubleChips({ troubles, unreachable }: { readonly troubles: readonly string[]; readonly unreachable: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {troubles.map((kind) => {
        const { name, meaning, tone } = troubleWords(kind, unreachable);
        return (
          <Chip key={kind} tone={tone} title={meaning}>
            {name}
          </Chip>
        );
      })}
    </span>
  );
}
