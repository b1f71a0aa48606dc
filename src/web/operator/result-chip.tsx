import { Chip } from '../shared/components/chip';
import { operatorText } from './operator.text';

/** Shows how an audited action ended: 'ok', the code of its refusal, or 'begun' where the outcome is not known. */
export function ResultChip({ result }: { readonly result: string }) {
  const tone = result === 'ok' ? 'good' : result === 'begun' ? 'plain' : 'bad';
  return <Chip tone={tone}>{operatorText.results[result] ?? result}</Chip>;
}
