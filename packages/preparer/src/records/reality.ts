import { z } from 'zod'

/** The outcome of the last intent for a pod on a node. */
const podStates = ['queued', 'installing', 'retrying', 'running', 'unauthorised', 'failed', 'removing'] as const

export type PodState = (typeof podStates)[number]

const realitySchema = z.object({
  node: z.string(),
  pod: z.string(),
  state: z.enum(podStates),
  /** The hash of the manifest that runs. */
  manifest: z.string().optional(),
  pid: z.number().optional(),
  /** Attempts for the last intent. */
  attempts: z.number(),
  /** The step of the current attempt or removal. */
  step: z.string().optional(),
  reason: z.string().optional(),
  /** Absent without a status to ask for. */
  healthy: z.boolean().optional(),
  /** For a hook that is suspended because it kept failing. */
  suspended: z.boolean().optional(),
  /** The hash of the last intent that was looked at. */
  intent: z.string().optional(),
  /** The turn of the last intent that the preparer looked at; absent if it had none, and in reports of older preparers. */
  turn: z.string().optional(),
  /** Why the node does not follow the intent. */
  held: z.string().optional(),
  /** The manifest that ran before this one. */
  before: z.string().optional(),
})

/** The state of a pod in its node's last report. */
export type Reality = z.output<typeof realitySchema>

/** `undefined` for an invalid text. */
export function parseReality(text: string): Reality | undefined {
  try {
    return realitySchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
