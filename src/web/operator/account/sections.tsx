import { useState, type ReactNode } from 'react';

import { Collapsible } from '../../shared/components/collapsible';
import { DeedsSection } from './audit-section';
import { HearingSection } from './hearing-section';
import { ScopesSection } from './scopes-section';
import type { EventOwner } from './simulated-webhooks';
import { EventsSection } from './simulated-webhooks-section';
import { TokenSection } from './token-section';
import { WebhooksSection } from './webhooks-section';

/** What is looked at more rarely; each section is read when it is first opened, since most of them ask a platform. */
export function Sections({ accountId, owner }: { readonly accountId: string; readonly owner: EventOwner }) {
  return (
    <div className="flex flex-col gap-3">
      <Section heading="Shopify Webhooks">
        <WebhooksSection accountId={accountId} />
      </Section>
      <Section heading="What webhooks told">
        <HearingSection accountId={accountId} />
      </Section>
      <Section heading="Shopify App Scopes">
        <ScopesSection accountId={accountId} />
      </Section>
      <Section heading="Square Token">
        <TokenSection merchantId={owner.merchantId} />
      </Section>
      <Section heading="Platform Events">
        <EventsSection owner={owner} />
      </Section>
      <Section heading="What operators did">
        <DeedsSection accountId={accountId} />
      </Section>
    </div>
  );
}

function Section({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  return (
    <Collapsible
      open={open}
      onToggle={() => {
        setOpen(!open);
        setOpened(true);
      }}
      heading={<span className="font-semibold">{heading}</span>}
    >
      {opened && children}
    </Collapsible>
  );
}
