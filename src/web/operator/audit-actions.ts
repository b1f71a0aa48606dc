import { operatorText } from './operator.text';

/** Returns what an audited call did, in a few words. A merchant's call, made while impersonating, goes by its own name. */
export function auditActionName(method: string, detail: string): string {
  const name = method.slice(method.lastIndexOf('/') + 1);
  if (name === 'ImpersonateDomain') {
    return stopsImpersonating(detail) ? operatorText.impersonationStopped : operatorText.impersonationStarted;
  }
  return operatorText.auditActions[name] ?? splitWords(name);
}

/** Impersonating an empty domain ends an impersonation. */
function stopsImpersonating(detail: string): boolean {
  return /"domain":\s*""/u.test(detail);
}

/** 'SaveAccountSettings' as 'Save account settings'. Abbreviations keep their capitals. */
function splitWords(name: string): string {
  const [first = '', ...rest] = name.split(/(?<=[a-z])(?=[A-Z])/u);
  return [first, ...rest.map((word) => (/^[A-Z]+$/u.test(word) ? word : word.toLowerCase()))].join(' ');
}
