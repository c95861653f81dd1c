import type { Command } from 'commander'
import { Option } from 'commander'

/** A format for a plan, besides text. */
interface PlanFormat {
  readonly flags: string
  /**
   * The description in the help of a command. Absent: the command does not offer the format, or offers it with the options of all commands.
   */
  readonly plan?: string
  readonly show?: string
  readonly conflicts?: string
}

/** All formats, in the order of the help. `shown-plan.ts` makes each. */
const planFormats = {
  json: { flags: '--json', show: 'machine-readable output on stdout, as of slipway plan --json' },
  markdown: { flags: '--markdown', show: 'for a comment on a pull request', conflicts: 'json' },
  html: {
    flags: '--html <file>',
    plan: 'write the plan as a page with its graph, too',
    show: 'write it as a page with its graph instead',
  },
} as const satisfies Readonly<Record<string, PlanFormat>>

export type PlanFormatName = keyof typeof planFormats

/** Adds the options for the formats that a command offers. */
export function addPlanFormats(command: Command, of: 'plan' | 'show'): void {
  for (const format of Object.values<PlanFormat>(planFormats)) {
    const { flags, conflicts, [of]: about } = format
    if (about === undefined) continue
    const option = new Option(flags, about)
    command.addOption(conflicts === undefined ? option : option.conflicts(conflicts))
  }
}
