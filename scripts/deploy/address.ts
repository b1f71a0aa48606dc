// The form of an installation's address, which both platforms and every redirect depend on.

/** A hostname with a dot: labels of letters, digits and hyphens, the last one beginning with a letter, which no IP address has. */
const HOSTNAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/u;

/** Throws with what is wrong with a hostname. */
function checkHostname(hostname: string): void {
  if (/(?:^|\.)localhost$/u.test(hostname))
    throw new Error('it is an address of this machine; Cloudflare needs a hostname such as stock.example.com');
  if (!hostname.includes('.')) throw new Error(`"${hostname}" has no dot; it must be a whole hostname, as in https://stock.example.com`);
  if (!HOSTNAME.test(hostname)) throw new Error(`"${hostname}" is not a hostname; it must be like https://stock.example.com`);
  if (!/(?:^|\.)workers\.dev$/u.test(hostname)) return;
  const labels = hostname.split('.');
  if (labels.includes('your-subdomain'))
    throw new Error('YOUR-SUBDOMAIN stands for the subdomain of your account; the dashboard shows it under Workers & Pages');
  if (labels.length < 4) throw new Error('it must name the Worker too: https://shelfbridge.YOUR-SUBDOMAIN.workers.dev');
  if (labels.length > 4)
    throw new Error("it must be the Worker's name and your subdomain alone: https://shelfbridge.YOUR-SUBDOMAIN.workers.dev");
}

/** A stand-in of Cloudflare, as the tests and `npm run docs:commands` start it, deploys to a port of this machine. */
const isStandIn = (): boolean => URL.parse(process.env['CLOUDFLARE_API_BASE_URL'] ?? '')?.hostname === 'localhost';

/** Returns the origin of an address; throws with why no installation can have it. */
export function checkAddress(value: string): string {
  const url = URL.parse(value.includes('://') ? value : `https://${value}`);
  if (url === null) throw new Error('it must be an https address, as in https://stock.example.com');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error('it must be an address without a path, as in https://stock.example.com');
  if (url.protocol === 'http:' && url.hostname === 'localhost' && isStandIn()) return url.origin;
  checkHostname(url.hostname);
  if (url.protocol !== 'https:') throw new Error('it must be an https address, as in https://stock.example.com');
  if (url.port !== '')
    throw new Error(`it has the port ${url.port}; Cloudflare serves an address without one, as in https://${url.hostname}`);
  return url.origin;
}
