import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';

import { Button, textLink } from '../../shared/components/button';
import { Page, Panel } from '../../shared/components/page';
import { useChat } from '../../shared/state/chat';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { appInfoAtom } from '../../shared/state/session';
import { CHAPTERS, type Answer } from './answers';
import { text } from './help.text';

/** Shows common questions with answers, and how to contact support. */
export function HelpPage() {
  // A URL with a question's id opens that question.
  const [asked] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    const target = document.getElementById(asked);
    if (target instanceof HTMLDetailsElement) target.scrollIntoView({ block: 'center' });
  }, [asked]);
  return (
    <Page width="text" title={text.title} lead={text.lead}>
      <div className="flex flex-col gap-5">
        {CHAPTERS.map((chapter) => (
          <Panel key={chapter.title} title={chapter.title}>
            <div className="divide-y divide-line">
              {chapter.answers.map((answer) => (
                <Question key={answer.id} answer={answer} open={answer.id === asked} />
              ))}
            </div>
          </Panel>
        ))}
        <MoreHelp />
      </div>
    </Page>
  );
}

interface QuestionProps {
  readonly answer: Answer;
  /** Whether it is open at first. */
  readonly open: boolean;
}

function Question({ answer: { id, question, answer, link }, open }: QuestionProps) {
  return (
    <details id={id} open={open} className="group scroll-mt-20">
      <summary className="flex list-none items-start justify-between gap-4 px-4 py-3 font-medium hover:bg-hover [&::-webkit-details-marker]:hidden">
        {question}
        <ChevronDown size={18} className="mt-0.5 shrink-0 text-faint transition-transform group-open:rotate-180" />
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
    <Panel title={text.more}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5">
        {support !== '' && (
          <p>
            {text.writeTo}{' '}
            <a className={textLink} href={`mailto:${support}`}>
              {support}
            </a>
            . {text.quote}
          </p>
        )}
        {chat !== null && <Button onClick={chat}>{text.chat}</Button>}
      </div>
    </Panel>
  );
}
