import type { Exclusion, KeptExclusion } from '../../domain/catalog/exclusion';
import type { Answer } from '../../domain/result';
import type { Editor } from './edits-api';

/** What an exclusion would do, or has done. */
export interface ExclusionPlan {
  /** How many variants of the list it concerns. */
  readonly variants: number;
  /** How many links end; 0 for what is excluded already. */
  readonly links: number;
  readonly isExcluded: boolean;
}

/** The account object's methods for what the merchant excludes: it is never linked, in no count, and no problem. */
export interface ExclusionsApi {
  exclusions(): Promise<readonly KeptExclusion[]>;
  planExclusion(exclusion: Exclusion): Promise<ExclusionPlan>;
  /** Excludes, or no longer; saying so again changes nothing. `failed_precondition`: there are too many. */
  saveExclusion(wanted: KeptExclusion, on: boolean, by: Editor): Promise<Answer<null>>;
}
