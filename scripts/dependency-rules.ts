// What every package of package-lock.json must keep to. Reads nothing and asks nobody, so that it works without a network.

/** A package as package-lock.json (version 3) lists it. */
export interface LockedPackage {
  readonly version?: string;
  /** Only where it differs from what the folder says: an alias. */
  readonly name?: string;
  /** Where it comes from. Absent for the npm registry (`omit-lockfile-registry-resolved` in .npmrc). */
  readonly resolved?: string;
  readonly integrity?: string;
  /** A folder of this machine. */
  readonly link?: boolean;
  /** An SPDX expression, as the package states it. */
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  /** Needed by tools alone; `devOptional`: also an optional peer of the product. */
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: string | readonly string[];
}

/** Packages by their folder, as in package-lock.json; '' is this project. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** What package.json says about install scripts: each package that has one is named, and none may run its script. */
export type AllowScripts = Readonly<Record<string, boolean>>;

/** Licenses of packages that become part of the deployed Worker or page. */
const PRODUCT_LICENSES = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'];
/** Further licenses of tools, which run on a developer's machine and are never passed on. */
const TOOL_LICENSES = [...PRODUCT_LICENSES, 'BlueOak-1.0.0', 'CC0-1.0', 'LGPL-3.0-or-later', 'MPL-2.0'];

const REGISTRY = 'https://registry.npmjs.org/';

/** Returns the name of the package in a folder of node_modules. */
export const packageName = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Returns whether a package is only for tools, not for what is deployed. */
export const isTool = ({ dev, devOptional }: LockedPackage): boolean => dev === true || devOptional === true;

/**
 * Returns whether npm never installs the package on a system that the project supports (Linux with glibc on x64 or arm64). Lock files name
 * such packages with nothing but their version.
 */
function isForeign({ optional, os, cpu, libc }: LockedPackage): boolean {
  const excludes = (systems: string | readonly string[] | undefined, ...ours: string[]): boolean =>
    systems !== undefined && ![systems].flat().some((name) => ours.includes(name));
  return optional === true && (excludes(os, 'linux') || excludes(cpu, 'x64', 'arm64') || excludes(libc, 'glibc'));
}

/** Returns whether the license lets us use the package. Expressions that mix AND and OR are refused: read them yourself. */
export function allowsLicense(expression: string, allowed: readonly string[]): boolean {
  return expression
    .replace(/^\((.*)\)$/u, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => allowed.includes(license)));
}

/** Returns everything that is wrong with the packages, one sentence each; empty when nothing is. */
export function problemsOf(packages: LockedPackages, allowScripts: AllowScripts): string[] {
  const problems = Object.entries(packages)
    .filter(([folder]) => folder !== '')
    .flatMap(([folder, entry]) => problemsOfPackage(folder, entry, allowScripts));
  for (const [name, allowed] of Object.entries(allowScripts)) {
    if (allowed) problems.push(`package.json lets ${name} run its install script`);
    else if (!Object.entries(packages).some(([folder, entry]) => packageName(folder) === name && entry.hasInstallScript === true)) {
      problems.push(`allowScripts in package.json names ${name}, which has no install script`);
    }
  }
  return problems;
}

function problemsOfPackage(folder: string, entry: LockedPackage, allowScripts: AllowScripts): string[] {
  const name = packageName(folder);
  const problems: string[] = [];
  if (entry.link === true) problems.push(`${folder} is a link to a folder`);
  if (entry.resolved !== undefined && !entry.resolved.startsWith(REGISTRY)) problems.push(`${folder} comes from ${entry.resolved}`);
  if (entry.hasInstallScript === true && !(name in allowScripts)) {
    problems.push(`${folder} has an install script: look what it does, then name it in allowScripts of package.json`);
  }
  if (isForeign(entry)) return problems;
  if (entry.integrity?.startsWith('sha512-') !== true) problems.push(`${folder} has no SHA-512 of its contents`);
  const license = entry.license ?? 'none';
  if (!allowsLicense(license, isTool(entry) ? TOOL_LICENSES : PRODUCT_LICENSES)) problems.push(`${folder} has the license ${license}`);
  return problems;
}

/** Returns the packages of the product (or of the tools as well) by license: `MIT: a 1.0.0, b 2.0.0`, most packages first. */
export function licenseList(packages: LockedPackages, withTools: boolean): string[] {
  const byLicense = new Map<string, Set<string>>();
  for (const [folder, entry] of Object.entries(packages)) {
    if (folder === '' || isForeign(entry) || (isTool(entry) && !withTools)) continue;
    const license = entry.license ?? 'none';
    byLicense.set(license, (byLicense.get(license) ?? new Set()).add(`${packageName(folder)} ${entry.version ?? ''}`.trim()));
  }
  return [...byLicense]
    .toSorted(([, a], [, b]) => b.size - a.size)
    .map(([license, names]) => `${license}: ${[...names].toSorted().join(', ')}`);
}
