import { describe, expect, it } from 'vitest';

import { BUDGETS, standing } from '../../scripts/bench/budgets';
import { linesOf, page, type Report } from '../../scripts/bench/report';
import { stages } from '../../scripts/bench/steps';

const budget = (id: string) => {
  const found = BUDGETS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no budget ${id}`);
  return found;
};

describe('a value compared with its budget', () => {
  it('is on target, within the ceiling, or over', () => {
    const rows = budget('P1 10 s');
    expect([3.7, 4, 5.9, 6, 6.01].map((value) => standing(rows, value))).toEqual([
      'on target',
      'on target',
      'within the ceiling',
      'within the ceiling',
      'over',
    ]);
  });

  it('cannot fail the benchmark because of a time', () => {
    for (const id of ['P9', 'P18', 'P19', 'P20', 'P23', 'P24', 'P25 rows', 'P25 blocking'])
      expect(standing(budget(id), Number.MAX_SAFE_INTEGER)).toBe('shown');
  });

  it('is over for any value above a budget of zero', () => {
    for (const id of ['P4', 'P6', 'P15', 'P17', 'P21', 'R1', 'R2', 'R3']) expect(standing(budget(id), 1)).toBe('over');
  });

  it('is reported as not measured when it was not', () => {
    expect(standing(budget('R2'), null)).toBe('not measured');
    expect(linesOf([], (id) => id === 'R2')).toMatchObject([{ id: 'R2', measured: 'not measured', standing: 'not measured' }]);
  });
});

describe('the budgets', () => {
  it('are each measured by a step', () => {
    const measured = new Set(stages({ histories: 1, mutantHistories: 1 }).flatMap((stage) => stage.steps.flatMap((step) => step.ids)));
    expect(BUDGETS.map(({ id }) => id.split(' ', 1)[0]).filter((id) => !measured.has(id ?? ''))).toEqual([]);
  });

  it('have unique names', () => {
    expect(new Set(BUDGETS.map(({ id }) => id)).size).toBe(BUDGETS.length);
  });
});

describe('the page', () => {
  it('names the command, the day, and the machine, and shows target and measured value side by side', () => {
    const report: Report = {
      command: 'npm run bench -- --write',
      date: '2026-11-20',
      machine: '2 cores',
      seconds: 300.4,
      lines: linesOf([{ id: 'P7', value: 12, shown: '$12.00', note: 'a | b' }], (id) => id === 'P7'),
      peers: [{ name: 'naive mirror', world: 'w', phantom: 1_234, missing: 2, wrongVariants: 3, writesPerSale: 1.5, restless: true }],
    };
    const text = page(report);
    expect(text).toContain('Written by `npm run bench -- --write` on 2026-11-20, in 300 s on 2 cores.');
    expect(text).toContain('| P7 | list price of 1,000,000 synced sales, from the counts at 10 s | $5 | $6.60 | $12.00 | over | a \\| b |');
    expect(text).toContain('| w | naive mirror | 1,234 | 2 | 3 | 1.5, and still writing |');
  });
});
