import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;
type Group = Rolldown.CodeSplittingGroup;

/** The library of dropdowns, dialogs, and other layers: most of the code that pages share, and not every page needs it. */
const LAYERS = /\/node_modules\/(?:@base-ui|@floating-ui|tabbable)\//u;
/** Dropdowns are on pages themselves, whereas dialogs and drawers open later. */
const DROPDOWN = /\/src\/web\/shared\/components\/choice\.tsx$/u;
/** The operators' messages and pages, which merchants never load. */
const OPERATORS = /\/src\/web\/operator\/|\/src\/gen\/sh\/(?:admin|external|operations)_pb/u;

/** Returns a function that finds out whether a module, or one that it is connected with by static imports, matches; it computes each answer once. */
function connected(pattern: RegExp, to: 'importedIds' | 'importers'): (id: string, context: Context) => boolean {
  const known = new Map<string, boolean>();
  return function matches(id, context): boolean {
    const answer = known.get(id);
    if (answer !== undefined) return answer;
    // Modules may import each other in a circle.
    known.set(id, false);
    const found = pattern.test(id) || (context.getModuleInfo(id)?.[to] ?? []).some((next) => matches(next, context));
    known.set(id, found);
    return found;
  };
}

/**
 * Returns how the page's code is split. The bundler alone makes a chunk of every set of modules that the same pages share: a page then
 * needs some thirty chunks, most of them smaller than the headers of a request. Instead, all that the page starts with is one chunk, and
 * what pages share are four: `common`, `choice` (dropdowns), `dialogs`, and `operators`. A group takes the dependencies of its modules
 * along, so `common`, which every page loads, comes first and has none of the others among its own.
 */
export function pageChunks(): Group[] {
  const hasLayers = connected(LAYERS, 'importedIds');
  const hasOperators = connected(OPERATORS, 'importedIds');
  const isInDropdown = connected(DROPDOWN, 'importers');
  return [
    { name: 'app', tags: ['$initial'], priority: 3 },
    {
      debugName: 'common',
      minShareCount: 2,
      priority: 2,
      name: (id, context) => (hasLayers(id, context) || hasOperators(id, context) ? null : 'common'),
    },
    {
      debugName: 'layers and operators',
      minShareCount: 2,
      priority: 1,
      name: (id, context) => {
        if (hasOperators(id, context)) return 'operators';
        return isInDropdown(id, context) ? 'choice' : 'dialogs';
      },
    },
  ];
}
