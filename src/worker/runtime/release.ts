import { version } from '../../../package.json';

/** The running release, for error reports and `/healthz`. */
export const RELEASE = version;
