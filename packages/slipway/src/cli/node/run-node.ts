import { runNode } from '@slipway/operations/node/run-node'
import { visible } from '@slipway/source/visible'
import type { Console } from '../console/console.ts'
import { shortened } from '../output/bounds.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { stopSignals } from '../signals/stop-signals.ts'
import type { RunOptions } from './options.ts'

/** `slipway node run`: reports its work, line by line, until TERM or Ctrl-C. */
export async function run(options: RunOptions, console: Console): Promise<void> {
  const signals = stopSignals()
  const say = (text: string): void => console.err.write(`${visible(shortened(text))}\n`)
  signals.watch(() => say('Ending: running work stops after its step; pods keep running.'))
  try {
    await runNode(
      slipwayOf(console),
      { ...options, stop: signals.stop },
      {
        started: (node, root) => say(`The preparer of ${node} works in ${root}.`),
        event: ({ pod, message }) => say(pod === '' ? message : `${pod}: ${message}`),
      },
    )
  } finally {
    signals.release()
  }
}
