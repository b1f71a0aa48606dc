// Runs test files in the given order, in one Vitest; test-fast.ts starts it and ends it when the time is over. The first message that it gets
// is an Order; for each file that ends it sends a Finished.
import { relative } from 'node:path';

import type { Reporter, TestSpecification } from 'vitest/node';
import { startVitest } from 'vitest/node';

import { root } from '../root.ts';

/** What is to run. */
export interface Order {
  readonly projects: readonly string[];
  /** Relative to the repository. */
  readonly files: readonly string[];
}

/** A test file that ended. */
export interface Finished {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
}

const send = (message: Finished) => process.send?.(message);

const reporter: Reporter = {
  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()].map((test) => test.result().state);
    const failed = tests.filter((state) => state === 'failed').length;
    const broken = failed === 0 && module.state() === 'failed' ? 1 : 0;
    // A file that was cut off has tests without a result.
    if (tests.includes('pending')) return;
    send({
      file: relative(root, module.moduleId),
      passed: tests.filter((state) => state === 'passed').length,
      failed: failed + broken,
    });
  },
};

process.once('message', ({ projects, files }: Order) => {
  const places = new Map(files.map((file, index) => [file, index]));
  const place = ({ moduleId }: TestSpecification) => places.get(relative(root, moduleId)) ?? files.length;
  class InOrder {
    shard(specifications: TestSpecification[]) {
      return specifications;
    }
    sort(specifications: TestSpecification[]) {
      return specifications.toSorted((a, b) => place(a) - place(b));
    }
  }
  void startVitest('test', [...files], {
    run: true,
    project: [...projects],
    reporters: ['default', reporter],
    sequence: { sequencer: InOrder },
  }).then((vitest) => vitest.exit());
});
