/** Cloudflare's page behind the button, and the button's picture. */
const PAGE = 'https://deploy.workers.cloudflare.com/?url=';
const PICTURE = '[![Deploy to Cloudflare](https://deploy.workers.cloudflare.com/button)]';
const BUTTON = /^\[!\[Deploy to Cloudflare\]\(https:\/\/deploy\.workers\.cloudflare\.com\/button\)\]\([^)]*\)$/mu;

/**
 * Returns the https address of a repository from the address of a Git remote; throws unless it is at github.com or gitlab.com, the only
 * places that Cloudflare takes repositories from.
 */
export function publicAddress(remote: string): string {
  const found = /^(?:https:\/\/(?:[^@/]*@)?|ssh:\/\/git@|git@)(github\.com|gitlab\.com)[:/]((?:[\w.-]+\/)+[\w.-]+?)(?:\.git)?\/?$/u.exec(
    remote,
  );
  const [, host, path] = found ?? [];
  if (host === undefined || path === undefined) {
    throw new Error(`${remote} is not a repository at github.com or gitlab.com, and Cloudflare's button takes it from nowhere else`);
  }
  return `https://${host}/${path}`;
}

/** Returns the button for a repository, in Markdown. */
export const buttonFor = (address: string): string => `${PICTURE}(${PAGE}${address})`;

/** Returns the document with the link of its button replaced; throws when it has no button, or more than one. */
export function withButton(text: string, address: string): string {
  if (text.match(new RegExp(BUTTON, 'gmu'))?.length !== 1)
    throw new Error('README.md has no single button "Deploy to Cloudflare" on a line of its own');
  return text.replace(BUTTON, () => buttonFor(address));
}
