import { messageOf } from '@slipway/model'
import { watchStatus } from '@slipway/operations/node/watch-status'
import { visible } from '@slipway/source/visible'
import type { Console, Output } from '../console/console.ts'
import { nothing, statusTable } from '../output/records/node-status-text.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { stopSignals } from '../signals/stop-signals.ts'
import type { StoreOptions } from './options.ts'

/** `slipway node status --watch`, until Ctrl-C. A terminal shows one changing table; elsewhere, each change is a line. */
export async function watchNodes(options: StoreOptions, console: Console): Promise<void> {
  const signals = stopSignals()
  signals.watch(() => {})
  const show = options.json === true ? (text: string) => console.out.write(text) : tables(console.out)
  try {
    await watchStatus(
      slipwayOf(console),
      { ...options, stop: signals.stop },
      {
        status: (all) =>
          show(options.json === true ? `${JSON.stringify(all)}\n` : all.length === 0 ? nothing : statusTable(all)),
        lost: (error) => console.err.write(`The store cannot be reached; trying again: ${visible(messageOf(error))}\n`),
      },
    )
  } finally {
    signals.release()
  }
}

function tables(out: Output): (text: string) => void {
  if (out.draw === undefined) return (text) => out.write(`${text}\n`)
  let drawn = 0
  return (text) => {
    // A wrapped line would count as two on the terminal, and the next drawing would be one line too low.
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(0, out.columns - 1))
    const up = drawn === 0 ? '' : `\u001B[${drawn}A`
    out.draw?.(`${up}\r\u001B[J${lines.join('\n')}\n`)
    drawn = lines.length
  }
}
