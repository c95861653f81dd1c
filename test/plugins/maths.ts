/** A provider as its author would write it: functions that return and take functions, and a type of variables. */
import { aFunction, defineFunction, defineProvider, defineVariableType, PartialFunction, serve } from '@slipway/sdk'
import { z } from 'zod'

const times = defineFunction({
  name: 'times',
  parameters: z.object({ n: z.int(), factor: z.int() }),
  returns: z.int(),
  call: ({ n, factor }) => n * factor,
})

const timesG = defineFunction({
  name: 'times_g',
  summary: 'A function that multiplies by this.',
  parameters: z.object({ factor: z.int() }),
  returns: aFunction,
  call: ({ factor }) => new PartialFunction('times', [factor], 1),
})

const applied = defineFunction({
  name: 'applied',
  summary: 'What a function makes of a text.',
  parameters: z.object({ text: z.string(), function: aFunction }),
  returns: z.string(),
  call: ({ text, function: given }, { host }) => host.call(given, [text], z.string()),
})

const base = defineVariableType({
  type: 'maths/base',
  description: 'Of numbers.',
  options: { binary: { value: 2, label: 'Binary' }, decimal: { value: 10, label: 'Decimal' } },
})

await serve(
  defineProvider({
    id: 'acme/maths',
    version: '1.0.0',
    functions: [times, timesG, applied],
    variableTypes: [base],
  }),
)
