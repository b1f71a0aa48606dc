import { MERCHANT_SAMPLES } from './merchant-samples';
import { OPERATOR_SAMPLES } from './operator-samples';
import type { Sample } from './sample';

/** A sample call of every method, by `sh.Service/Method`. */
export const SAMPLES: ReadonlyMap<string, Sample> = new Map(Object.entries({ ...MERCHANT_SAMPLES, ...OPERATOR_SAMPLES }));
