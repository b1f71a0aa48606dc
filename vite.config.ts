import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { firstScript } from './scripts/first-script.ts';
import { pageChunks } from './scripts/page-chunks.ts';
import { pageHeaders } from './scripts/page-headers.ts';
import { jsonOnly } from './scripts/page-protocol.ts';

export default defineConfig({
  root: 'src/web',
  plugins: [react(), tailwindcss(), firstScript(), pageHeaders(), jsonOnly()],
  server: { cors: false },
  preview: { cors: false },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2024',
    // Inlined files would be `data:` addresses, which the page's security policy refuses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Every browser that runs this target preloads modules itself.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: pageChunks() } } },
  },
});
