import { Chip } from '../../components/chip';

/** How an action ended: 'ok', the code that it was refused with, or 'begun' for the entry made before its outcome was known. */
export function ResultChip({ result }: { readonly result: string }) {
  return <Chip tone={result === 'ok' ? 'good' : result === 'begun' ? 'plain' : 'bad'}>{result}</Chip>;
}
