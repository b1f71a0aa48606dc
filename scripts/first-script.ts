import { join, relative } from 'node:path';

import { build } from 'esbuild';
import type { Plugin, Rolldown } from 'vite';

import { root } from './root.ts';

const WEB = join(root, 'src/web');

/** The files that each page loads besides the app, as `src/web/start/first.ts` reads them. */
interface PageFiles {
  readonly files: readonly string[];
  /** Indexes of `files` by the page's module below `src/web`, without its ending. */
  readonly pages: Readonly<Record<string, readonly number[]>>;
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** Returns a chunk's file and those of everything that it imports statically. */
function filesOf(file: string, chunks: Chunks): Set<string> {
  const found = new Set([file]);
  for (const one of found) for (const next of chunks.get(one)?.imports ?? []) found.add(next);
  return found;
}

/** Returns the files of every page; the names of files are repeated often, so each is listed once. */
function pageFiles(bundle: Rolldown.OutputBundle): PageFiles {
  const chunks = new Map(Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])));
  const app = new Set([...chunks.values()].filter((chunk) => chunk.isEntry).flatMap(({ fileName }) => [...filesOf(fileName, chunks)]));
  const files: string[] = [];
  const pages: Record<string, number[]> = {};
  for (const { fileName, facadeModuleId, isDynamicEntry } of chunks.values()) {
    const page = facadeModuleId === null ? '' : relative(WEB, facadeModuleId).replace(/\.tsx?$/u, '');
    if (!isDynamicEntry || !/(?:^new-site|-pages?|-screens)$/u.test(page)) continue;
    pages[page] = [...filesOf(fileName, chunks)]
      .filter((file) => !app.has(file))
      .map((file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1));
  }
  return { files, pages };
}

async function bundleFirst(pages: PageFiles): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(WEB, 'start/first.ts')],
    bundle: true,
    format: 'iife',
    minify: true,
    target: 'es2023',
    write: false,
    logLevel: 'error',
    define: { PAGE_FILES: JSON.stringify(pages) },
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * A Vite plugin that puts `src/web/start/first.ts` into the page, before everything else. It is a classic script, since it must run before
 * the first paint, and Vite bundles only modules; and it names the files of chunks, which are known when these are written.
 */
export function firstScript(): Plugin {
  let address = '/first.js';
  return {
    name: 'first-script',
    async configureServer(server) {
      const script = await bundleFirst({ files: [], pages: {} });
      server.middlewares.use('/first.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(script);
      });
    },
    generateBundle: {
      order: 'pre',
      async handler(_options, bundle) {
        const reference = this.emitFile({ type: 'asset', name: 'first.js', source: await bundleFirst(pageFiles(bundle)) });
        address = `/${this.getFileName(reference)}`;
      },
    },
    // Before the style sheet: a script after one waits for it.
    transformIndexHtml: { order: 'post', handler: () => [{ tag: 'script', attrs: { src: address }, injectTo: 'head-prepend' }] },
  };
}
