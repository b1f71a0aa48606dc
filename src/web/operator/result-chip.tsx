import { Chip } from '../shared/components/chip';

/** How an action ended: 'ok', the code that it was refused with, or 'begun' where its outcome never became known. */
export function ResultChip({ result }: { readonly result: string }) {
  return <Chip tone={result === 'ok' ? 'good' : result === 'begun' ? 'plain' : 'bad'}>{result}</Chip>;
}
