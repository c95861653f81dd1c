import { z } from 'zod'

/**
 * How a deployment has a node run a stage task, through the store. The deployment writes an order and a beat. The node answers that it has
 * seen the order, and lists the folders that it needs. The deployment writes these, and its next beat starts the task. From then on both
 * beat, so that each notices when the other is gone: an abandoned order never begins, and ends if it runs. A deployment cancels with a beat
 * of {@link cancelled}. The deployment removes all of it at the end.
 */
const tasksRoot = '/slipway/tasks/'
export const tasksOfNode = (node: string): string => `${tasksRoot}${encodeURIComponent(node)}/`
export const ordersOfNode = (node: string): string => `${tasksOfNode(node)}orders/`
export const orderOf = (node: string, id: string): string => `${ordersOfNode(node)}${id}`
export const beatsOfNode = (node: string): string => `${tasksOfNode(node)}beats/`
export const beatOf = (node: string, id: string): string => `${beatsOfNode(node)}${id}`
/** Elsewhere, since nodes need not hear of them. */
export const taskAnswerOf = (node: string, id: string): string =>
  `/slipway/task-answers/${encodeURIComponent(node)}/${id}`
export const taskFilesOf = (node: string, id: string): string =>
  `/slipway/task-files/${encodeURIComponent(node)}/${id}/`
export const taskFileOf = (node: string, id: string, digest: string, part: number): string =>
  `${taskFilesOf(node, id)}${digest}/${part}`

/** A beat of a deployment that wants the task ended. */
export const cancelled = 'cancelled'
/** Between the beats of both sides, in milliseconds. */
export const beatMs = 1000
/** A side without a beat for this long, while the store could be reached, is gone. In milliseconds. */
export const goneMs = 10_000

/** The most characters of a task's input: etcd takes no more than 1.5 MB in one value. */
export const mostInput = 256 * 1024

const folderSchema = z.object({
  /** Hexadecimal SHA-256 of its archive. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** The number of parts of the archive as base64, in the store. */
  parts: z.int().min(0).max(1000),
})

const orderSchema = z.object({
  /** The user who ordered it: `user@host`. */
  by: z.string(),
  plugin: z.string(),
  task: z.string(),
  stage: z.string(),
  type: z.string(),
  /** JSON text, with integers of any size in full. */
  parameters: z.string(),
  /**
   * Data of the deployment: the instance, and the JSON text that SLIPWAY_TASK_INPUT leads to. A preparer that does not know it leaves it
   * out.
   */
  told: z.object({ instance: z.string(), input: z.string().max(mostInput) }).exactOptional(),
  /** The plugin's folder: the task runs there. */
  folder: folderSchema,
  /** For a type that a plugin brings. */
  executable: z.object({ run: z.string(), parameters: z.array(z.string()), folder: folderSchema }).optional(),
})

export type TaskOrder = z.output<typeof orderSchema>
/** The folder of a plugin, as it is sent. */
export type SentFolder = z.output<typeof folderSchema>

const outcomeSchema = z.object({
  state: z.literal('ended'),
  outcome: z.enum(['succeeded', 'failed', 'cancelled']),
  exitCode: z.number().exactOptional(),
  reason: z.string().exactOptional(),
  output: z.string(),
  dropped: z.number(),
})

const answerSchema = z.discriminatedUnion('state', [
  /** Digests of folders that it does not have. */
  z.object({ state: z.literal('heard'), needs: z.array(z.string()) }),
  /** The number changes each time. */
  z.object({ state: z.literal('running'), beat: z.number() }),
  /** The machine goes down, and comes back. */
  z.object({ state: z.literal('rebooting') }),
  outcomeSchema,
])

export type TaskAnswer = z.output<typeof answerSchema>
export type TaskEnd = z.output<typeof outcomeSchema>

/** `undefined` for an invalid text. */
export const parseOrder = (text: string): TaskOrder | undefined => parsed(orderSchema, text)
export const parseAnswer = (text: string): TaskAnswer | undefined => parsed(answerSchema, text)

function parsed<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
