import { CALM, play, STORM } from './history';

/** Reads `--histories N --seed S`; wrong arguments end the program with a message. */
function readArguments(args: readonly string[]): { histories: number; seed: number } {
  const values = { histories: 20_000, seed: 1 };
  for (let index = 0; index < args.length; index += 2) {
    const name = args[index];
    const value = Number(args[index + 1]);
    if ((name !== '--histories' && name !== '--seed') || !Number.isSafeInteger(value) || value < 0) {
      throw new Error('usage: npm run sim -- --histories N --seed S (whole numbers)');
    }
    if (name === '--histories') values.histories = value;
    else values.seed = value;
  }
  return values;
}

/** Plays histories in a row and prints a JSON line at the end; the first wrong ones are named so that they can be replayed. */
function main(args: readonly string[]): number {
  const { histories, seed } = readArguments(args);
  let wrong = 0;
  for (let index = 0; index < histories; index += 1) {
    const { broken } = play(seed + index, STORM);
    if (broken === '') continue;
    wrong += 1;
    if (wrong <= 10) console.log(`seed ${seed + index}: ${broken}`);
  }
  let changes = 0;
  let writes = 0;
  for (let index = 0; index < Math.min(histories, 1_000); index += 1) {
    const calm = play(seed + index, CALM);
    changes += calm.changes;
    writes += calm.writes;
  }
  const writesPerSale = changes === 0 ? 0 : Math.round((1_000 * writes) / changes) / 1_000;
  console.log(JSON.stringify({ histories, wrong, writesPerSale, seed }));
  return wrong > 0 ? 1 : 0;
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
