import type { Http } from '../../platforms/http';

/** How many calls in a row must fail before a platform counts as unreachable: single faults are everyday. */
const FAILURES = 3;

/** What a platform's answers say about it. */
export interface Witness {
  /** It answered a call. `accepted`: and took the token. */
  answered(accepted: boolean): void;
  /** Several calls in a row got no answer, or an answer that the platform is broken (5xx). */
  unreachable(): void;
}

/** The same way out, telling a witness how the platform fares. */
export function watchedHttp(http: Http, witness: Witness): Http {
  let failures = 0;
  const note = (answer: { readonly kind: 'no-answer' } | { readonly kind: 'answered'; readonly status: number }): void => {
    if (answer.kind === 'answered' && answer.status < 500) {
      failures = 0;
      witness.answered(answer.status >= 200 && answer.status < 300);
      return;
    }
    failures += 1;
    if (failures >= FAILURES) witness.unreachable();
  };
  return {
    send: async (request) => {
      const answer = await http.send(request);
      note(answer);
      return answer;
    },
    // Bulk files lie with another host: they say nothing about the platform.
    open: (request) => http.open(request),
  };
}
