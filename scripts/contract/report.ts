import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Comparison, Difference } from './compare';
import { redactCall, scrub } from './redact';
import type { Recording } from './run';

/** Writes what one side answered, one file per exchange, without secrets or personal data. */
export function writeRecording(folder: string, { calls, outcomes }: Recording, secrets: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  for (const outcome of outcomes) {
    const { exchange, ...how } = outcome;
    const own = calls.filter((call) => call.exchange === exchange.name).map((call) => redactCall(call, secrets));
    const text = scrub(JSON.stringify({ exchange: exchange.name, question: exchange.question, ...how, calls: own }, null, 2), secrets);
    writeFileSync(join(folder, `${exchange.name.toLowerCase().replaceAll(/\W+/gu, '-')}.json`), `${text}\n`);
  }
}

function describe({ exchange, call, path, real, ours }: Difference): string {
  const where = [exchange, call, path].filter((part) => part !== '').join(' > ');
  return `DIFFERS  ${where}\n         real:    ${real}\n         sandbox: ${ours}`;
}

/** Returns the whole report, ready to print. */
export function reportOf(real: Recording, ours: Recording, comparison: Comparison, secrets: readonly string[]): string {
  const lines: string[] = [];
  for (const { exchange, ...how } of real.outcomes) {
    if (how.kind === 'skipped') lines.push(`skipped  ${exchange.name}: ${how.detail}`);
    else if (!comparison.differences.some((difference) => difference.exchange === exchange.name)) lines.push(`same     ${exchange.name}`);
  }
  lines.push(...comparison.differences.map(describe));
  const questions = real.outcomes.filter(({ exchange, kind }) => exchange.question !== undefined && kind !== 'skipped');
  lines.push('', 'Questions that only the live platforms can answer:');
  for (const outcome of questions) {
    const { question = '', name } = outcome.exchange;
    const other = ours.outcomes.find(({ exchange }) => exchange.name === name);
    const seen = outcome.kind === 'done' ? outcome.answer : `no answer (${outcome.detail})`;
    const isSame = outcome.kind === 'done' && other?.kind === 'done' && outcome.answer === other.answer;
    lines.push(
      `  ${name.split(':')[0]}: ${question}`,
      `    ${seen}${isSame ? ' (the sandbox answers the same)' : ' (the sandbox answers otherwise)'}`,
    );
  }
  if (comparison.additional.length > 0) {
    lines.push('', 'Fields that only the real platform answers; the product does not read them:');
    lines.push(...comparison.additional.map((field) => `  ${field}`));
  }
  for (const one of [...real.left, ...ours.left]) lines.push(`NOT REMOVED  ${one}`);
  const count = comparison.differences.length;
  lines.push('', count === 0 ? 'No differences.' : `${count} difference${count === 1 ? '' : 's'}.`);
  return scrub(lines.join('\n'), secrets);
}
