import type { Hono } from 'hono';

import type { LogReader, PlatformPart, WorldApi } from './world-api';

/** The emulated platforms, each in its own folder. */
export const parts: readonly PlatformPart[] = [];

/** Pages at the root. */
export const floorApp: readonly ((world: WorldApi & LogReader) => Hono)[] = [];
