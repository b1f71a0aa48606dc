import { ChevronDown } from 'lucide-react';

import { Panel } from '../../shared/components/page';
import { text } from './onboarding.text';

/** Answers common questions under the steps: the help pages are open to subscribers only. */
export function BeforeYouStart() {
  return (
    <div className="mt-5">
      <Panel title={text.beforeYouStart.heading}>
        <div className="divide-y divide-line">
          {text.beforeYouStart.answers.map(({ question, answer }) => (
            <details key={question} className="group">
              <summary className="flex list-none items-start justify-between gap-4 px-4 py-3 font-medium hover:bg-hover [&::-webkit-details-marker]:hidden">
                {question}
                <ChevronDown size={18} className="mt-0.5 shrink-0 text-faint transition-transform group-open:rotate-180" />
              </summary>
              <p className="max-w-prose px-4 pb-4 text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </Panel>
    </div>
  );
}
