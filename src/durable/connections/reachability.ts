import type { Http } from '../../platforms/http';

/** How many calls in a row must fail before a platform counts as unreachable: single faults are common. */
const FAILURES = 3;

/** Receives what a platform's answers show about it. */
export interface Witness {
  /** The platform answered a call. `accepted`: and accepted the token. */
  answered(accepted: boolean): void;
  /** Several calls in a row got no answer, or an answer that shows the platform is broken (5xx). */
  unreachable(): void;
}

/** Wraps an HTTP client so that it reports to a witness whether the platform answers. */
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
    // Bulk files are on another host: they say nothing about the platform.
    open: (request) => http.open(request),
  };
}
