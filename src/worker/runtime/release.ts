import { version } from '../../../package.json';

/** The running release: what error reports and `/healthz` name. */
export const RELEASE = version;
