import { ChevronDown } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';

import { Button, textLink } from '../../shared/components/button';
import { Page, Panel } from '../../shared/components/page';
import { useChat } from '../../shared/state/chat';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { appInfoAtom } from '../../shared/state/session';
import { CHAPTERS, type Answer } from './answers';

/** What shop owners ask, answered; and where to ask the rest. */
export function HelpPage() {
  // An address with a question's name opens that question.
  useEffect(() => {
    const named = document.getElementById(window.location.hash.slice(1));
    if (named instanceof HTMLDetailsElement) {
      named.open = true;
      named.scrollIntoView({ block: 'center' });
    }
  }, []);
  return (
    <Page width="text" title="Help" lead="Twenty questions that shop owners ask.">
      <div className="flex flex-col gap-5">
        {CHAPTERS.map((chapter) => (
          <Panel key={chapter.title} title={chapter.title}>
            <div className="divide-y divide-line">
              {chapter.answers.map((answer) => (
                <Question key={answer.id} answer={answer} />
              ))}
            </div>
          </Panel>
        ))}
        <MoreHelp />
      </div>
    </Page>
  );
}

function Question({ answer: { id, question, answer, link } }: { readonly answer: Answer }) {
  return (
    <details id={id} className="group scroll-mt-20">
      <summary className="flex list-none items-start justify-between gap-4 px-4 py-3 font-medium hover:bg-hover [&::-webkit-details-marker]:hidden">
        {question}
        <ChevronDown size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-faint transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-2 px-4 pb-4 text-muted">
        {answer.map((paragraph) => (
          <p key={paragraph} className="max-w-prose">
            {paragraph}
          </p>
        ))}
        {link !== undefined && (
          <p>
            <Link href={link.href} className={textLink}>
              {link.label}
            </Link>
          </p>
        )}
      </div>
    </details>
  );
}

function MoreHelp() {
  const support = latest(useAtomValue(appInfoAtom))?.supportEmail ?? '';
  const chat = useChat();
  if (support === '' && chat === null) return null;
  return (
    <Panel title="Something else?">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5">
        {support !== '' && (
          <p>
            Write to{' '}
            <a className={textLink} href={`mailto:${support}`}>
              {support}
            </a>
            . If a message showed a reference, please quote it.
          </p>
        )}
        {chat !== null && <Button onClick={chat}>Chat With Us</Button>}
      </div>
    </Panel>
  );
}
