import { AREAS } from './areas';
import { FOLDERS } from './population';
import { STAGE_NAMES, type StageName } from './stage';

/** How to use the command. */
export const USAGE = `usage: npm run mutants -- [--sample N] [--seed TEXT] [options]   hunts a sample (default: 100)
       npm run mutants -- --all [options]                         hunts every mutant
       npm run mutants -- --id ID [options]                       hunts one, prints the difference and every stage
       npm run mutants -- --patches [options]                     hunts the hand-written ones through every stage
       npm run mutants -- --areas [--seed TEXT]                   whether the object's simulation notices defects in each of its parts
       npm run mutants -- --list                                  prints the mutants and hunts none
options: --file PATH     only mutants of this file, or of the files below this folder; may be repeated
         --area NAME     with --areas, only ${AREAS.map(({ name }) => name).join(' or ')}; may be repeated
         --folder PATH   draws from this folder in place of ${FOLDERS.join(' and ')}; may be repeated
         --stage NAMES   ${STAGE_NAMES.join(',')} (default: unit,sim,object)
         --jobs N        mutants at once (default: 2)
The seed decides which mutants are drawn; without one it is the commit id of HEAD.`;

/** The parsed command line. */
export interface Options {
  mode: 'sample' | 'all' | 'id' | 'patches' | 'areas' | 'list';
  sample: number;
  seed: string | null;
  id: string;
  files: string[];
  folders: string[];
  areas: string[];
  stages: StageName[];
  jobs: number;
}

/** The modes that are options without a value. */
const MODES = ['all', 'patches', 'areas', 'list'] as const;

/** Parses the command line. Throws with the usage text when it is invalid. */
export function readOptions(args: readonly string[]): Options {
  const options: Options = {
    mode: 'sample',
    sample: 100,
    seed: null,
    id: '',
    files: [],
    folders: [],
    areas: [],
    stages: ['unit', 'sim', 'object'],
    jobs: 2,
  };
  for (let index = 0; index < args.length; index += 1) {
    const name = args[index] ?? '';
    const mode = MODES.find((one) => name === `--${one}`);
    if (mode !== undefined) {
      options.mode = mode;
      continue;
    }
    index += 1;
    readValue(options, name, args[index] ?? '');
  }
  if (options.folders.length === 0) options.folders = [...FOLDERS];
  return options;
}

function readValue(options: Options, name: string, text: string): void {
  const count = /^[1-9]\d{0,6}$/u.test(text) ? Number(text) : 0;
  const stages = text.split(',').filter((stage): stage is StageName => STAGE_NAMES.some((known) => known === stage));
  if (name === '--sample' && count > 0) options.sample = count;
  else if (name === '--jobs' && count > 0) options.jobs = count;
  else if (name === '--seed' && text !== '') options.seed = text;
  else if (name === '--file' && text !== '') options.files.push(text);
  else if (name === '--area' && AREAS.some((area) => area.name === text)) options.areas.push(text);
  else if (name === '--folder' && text !== '') options.folders.push(text);
  else if (name === '--stage' && stages.length > 0 && stages.length === text.split(',').length) {
    options.stages = STAGE_NAMES.filter((stage) => stages.includes(stage));
  } else if (name === '--id' && text !== '') {
    options.mode = 'id';
    options.id = text;
  } else throw new Error(`${name} ${text} is not understood\n${USAGE}`);
}
