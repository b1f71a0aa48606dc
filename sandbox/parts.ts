import type { Hono } from 'hono';

import { picturesApp } from './catalog/pictures-app';
import { floorApp } from './floor/app';
import { shopifyPlatform } from './shopify/platform';
import { squarePart } from './square/part';
import type { LogReader, PlatformPart, WorldApi } from './world-api';

/** The emulated platforms, each in its own folder. */
export const parts: readonly PlatformPart[] = [shopifyPlatform, squarePart];

/** Pages at the root. */
export const rootApps: readonly ((world: WorldApi & LogReader) => Hono)[] = [floorApp, picturesApp];
