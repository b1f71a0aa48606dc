import { useEffect, useState, type SubmitEvent } from 'react';
import { Link } from 'wouter';

import { Button, textLink } from '../../shared/components/button';
import { TextField } from '../../shared/components/field';
import { BrandMark, PlatformGlyph } from '../../shared/components/platform-glyph';
import { paths, SIGN_IN } from '../../shared/paths';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { appInfoAtom } from '../../shared/state/session';
import { readShop, SHOP_SUFFIX, shopProblem } from './state';

/** The browser sends the form itself; what it sends is the shop alone, also when a whole address was pasted. */
function sendShop(event: SubmitEvent<HTMLFormElement>): void {
  const box = event.currentTarget.elements.namedItem('shop');
  if (box instanceof HTMLInputElement) box.value = readShop(box.value);
}

/** Where a merchant signs in, with his shop's domain. */
export function SignInPage() {
  const [typed, setTyped] = useState('');
  const listing = latest(useAtomValue(appInfoAtom))?.appListingUrl ?? '';
  const shop = readShop(typed);
  const problem = shopProblem(shop);
  useEffect(() => {
    document.title = 'Sign in · Shelfbridge';
  }, []);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-12">
      <div className="w-full max-w-sm">
        <div className="mb-7 flex flex-col items-center gap-3 text-center">
          <BrandMark size={44} />
          <h1 className="text-2xl font-semibold tracking-tight">Sign in to Shelfbridge</h1>
          <p className="text-muted">One stock for your online store and your counter. A sale in one is taken off the other.</p>
          <p aria-hidden="true" className="flex items-center gap-2 text-faint">
            <PlatformGlyph source="shopify" size={22} />
            <span className="h-px w-10 bg-line-strong" />
            <PlatformGlyph source="square" size={22} />
          </p>
        </div>
        <form
          action={`${window.location.origin}${SIGN_IN}`}
          method="get"
          onSubmit={sendShop}
          className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-5 shadow-card"
        >
          <TextField
            label="Shop domain"
            name="shop"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder="your-shop"
            suffix={SHOP_SUFFIX}
            error={problem}
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button kind="primary" type="submit" disabled={shop === '' || problem !== ''}>
            Sign In Via Shopify
          </Button>
        </form>
        {listing !== '' && (
          <p className="mt-5 text-center text-sm text-muted">
            New here? You can also{' '}
            <a className={textLink} href={listing} rel="noreferrer">
              install Shelfbridge from the Shopify App Store
            </a>
            .
          </p>
        )}
        <SmallPrint />
      </div>
    </main>
  );
}

/** What signing in means, and where it is written in full. */
function SmallPrint() {
  return (
    <>
      <p className="mt-5 text-center text-sm text-muted">
        You sign in at Shopify, which shows you what Shelfbridge asks for. Nothing in your shop changes by signing in.
      </p>
      <nav aria-label="Footer" className="mt-5 flex justify-center gap-5 text-sm">
        {[
          { href: paths.privacy, label: 'Privacy' },
          { href: paths.terms, label: 'Terms' },
        ].map(({ href, label }) => (
          <Link key={href} href={href} className="rounded-sm text-muted no-underline hover:text-ink hover:underline">
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}
