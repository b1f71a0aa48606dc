import { useState, type ReactNode } from 'react';

import { Collapsible } from '../../shared/components/collapsible';
import { text } from './account.text';
import { AuditSection } from './audit-section';
import { ScopesSection } from './scopes-section';
import type { WebhookOwner } from './simulated-webhooks';
import { SimulatedWebhooksSection } from './simulated-webhooks-section';
import { TokenSection } from './token-section';
import { WebhookDeliverySection } from './webhook-delivery-section';
import { WebhooksSection } from './webhooks-section';

/** Shows the collapsible sections. Each one loads when it is first opened, since most of them query a platform. */
export function Sections({ accountId, owner }: { readonly accountId: string; readonly owner: WebhookOwner }) {
  return (
    <div className="flex flex-col gap-3">
      <Section heading={text.sections.webhooks}>
        <WebhooksSection accountId={accountId} />
      </Section>
      <Section heading={text.sections.delivery}>
        <WebhookDeliverySection accountId={accountId} />
      </Section>
      <Section heading={text.sections.scopes}>
        <ScopesSection accountId={accountId} />
      </Section>
      <Section heading={text.sections.token}>
        <TokenSection merchantId={owner.merchantId} />
      </Section>
      <Section heading={text.sections.simulated}>
        <SimulatedWebhooksSection owner={owner} />
      </Section>
      <Section heading={text.sections.audit}>
        <AuditSection accountId={accountId} />
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
