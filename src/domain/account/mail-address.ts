/** Longest mail address that can be delivered to, in characters (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
export const LONGEST_MAIL_ADDRESS = 254;

const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/iu;

/**
 * Returns whether the text is one ordinary mail address: a name, an @ and a domain with a dot. No display name, no
 * list, no quoted or non-ASCII names: nothing that could be read as two addresses.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > LONGEST_MAIL_ADDRESS) return false;
  const at = text.lastIndexOf('@');
  const name = text.slice(0, at);
  const labels = text.slice(at + 1).split('.');
  return at > 0 && name.length <= 64 && LOCAL.test(name) && labels.length > 1 && labels.every((label) => LABEL.test(label));
}
