import { ChevronDown } from 'lucide-react';

import { Panel } from '../../shared/components/page';

/** What shop owners want to know before they let anything near their stock; the help is open to subscribers alone. */
const ANSWERS: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'Will my numbers be overwritten?',
    answer:
      'No. Both catalogues are read, and variants with the same SKU are linked. Where the two numbers differ, both stay as they are until you say which is right.',
  },
  {
    question: 'What does Shelfbridge change in my shop?',
    answer:
      'Stock counts, at the two locations that you choose: a sale, restock or recount on one side is added to or taken from the other. Names, prices and pictures are never touched.',
  },
  {
    question: 'My SKUs are not in order. Can I begin all the same?',
    answer:
      'Yes. What has no SKU, or shares one with another variant, is left alone and listed, with the way to mend it. Everything else is kept in step from the first minute.',
  },
  {
    question: 'What does it cost, and how do I stop?',
    answer:
      '$49.99 every 30 days through Shopify’s billing, after a 14-day trial, with a 60-day money back guarantee. You can turn the sync off or cancel at any time; your stock stays as it is.',
  },
];

/** A few answers under the steps. */
export function BeforeYouBegin() {
  return (
    <div className="mt-5">
      <Panel title="Before you begin">
        <div className="divide-y divide-line">
          {ANSWERS.map(({ question, answer }) => (
            <details key={question} className="group">
              <summary className="flex list-none items-start justify-between gap-4 px-4 py-3 font-medium hover:bg-hover [&::-webkit-details-marker]:hidden">
                {question}
                <ChevronDown
                  size={18}
                  aria-hidden="true"
                  className="mt-0.5 shrink-0 text-faint transition-transform group-open:rotate-180"
                />
              </summary>
              <p className="max-w-prose px-4 pb-4 text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </Panel>
    </div>
  );
}
