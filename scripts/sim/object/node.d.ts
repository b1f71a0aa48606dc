// The parts of Node that the simulation uses: Node's own types contradict the Workers runtime's.
declare module 'node:process' {
  const process: {
    readonly argv: readonly string[];
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly execPath: string;
    readonly execArgv: readonly string[];
    exitCode: number | undefined;
    getBuiltinModule(name: string): unknown;
    on(event: 'unhandledRejection', listener: (reason: unknown) => void): void;
    cpuUsage(): { readonly user: number; readonly system: number };
    hrtime: { bigint(): bigint };
  };
  export default process;
}
declare module 'node:timers' {
  export function setImmediate(callback: () => void): unknown;
}
declare module 'node:child_process' {
  export interface Child {
    readonly stdout: { setEncoding(encoding: 'utf8'): void; on(event: 'data', listener: (text: string) => void): void };
    kill(): boolean;
    on(event: 'exit', listener: (code: number | null) => void): void;
  }
  export function spawnSync(
    command: string,
    args: readonly string[],
    options: { readonly encoding: 'utf8'; readonly timeout: number },
  ): { readonly status: number | null; readonly stdout: string };
  export function spawn(command: string, args: readonly string[], options: { stdio: readonly ['ignore', 'pipe', 'inherit'] }): Child;
}
declare module 'node:crypto' {
  interface Digest {
    update(data: Uint8Array | string): Digest;
    digest(): Uint8Array<ArrayBuffer>;
    digest(encoding: 'hex'): string;
  }
  interface Cipher {
    setAAD(data: Uint8Array): Cipher;
    setAuthTag(tag: Uint8Array): Cipher;
    getAuthTag(): Uint8Array;
    update(data: Uint8Array): Uint8Array;
    final(): Uint8Array;
  }
  export function createHash(algorithm: 'sha256'): Digest;
  export interface KeyObject {
    readonly type: string;
  }
  export function hash(algorithm: 'sha256', data: Uint8Array, encoding: 'buffer'): Uint8Array<ArrayBuffer>;
  export function createSecretKey(key: Uint8Array): KeyObject;
  export function createHmac(algorithm: 'sha256', key: KeyObject): Digest;
  export function createCipheriv(algorithm: 'aes-256-gcm', key: Uint8Array, iv: Uint8Array): Cipher;
  export function createDecipheriv(algorithm: 'aes-256-gcm', key: Uint8Array, iv: Uint8Array): Cipher;
  export function hkdfSync(digest: 'sha256', key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): ArrayBuffer;
}
