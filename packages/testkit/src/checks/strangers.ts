import { type Init, type Method, ProviderMethods, RpcFailure } from '@slipway/protocol'
import { expect, type Check } from '../report.ts'
import type { ProviderSubject } from './provider.ts'

const name = 'no-such-type-of-the-testkit'

/** Questions about definitions that nobody has, by the name of the method. */
const questions = (namespace: string): Readonly<Record<string, object>> => {
  const type = `${namespace}/${name}`
  return {
    GetResourceSpecDefinition: { resourceType: { type } },
    GetDataSourceSpecDefinition: { dataSourceType: { type } },
    GetDataSourceFilterFields: { dataSourceType: { type } },
    GetCustomVariableTypeOptions: { customVariableType: { type } },
    GetFunctionDefinition: { functionName: name },
    GetLinkKind: { linkType: { type: `${type}::${type}` } },
  }
}

/** The engine drops unlisted definitions, so this is no fault; but a mistyped name then looks like an empty definition. */
export const strangerCheck: Check<ProviderSubject> = {
  name: 'defines nothing that it does not have',
  level: 'should',
  async run({ running, answerMs: deadlineMs }) {
    const { channel, hostId, namespace } = running
    const asked = Object.entries(questions(namespace))
    const answers = await Promise.all(
      asked.map(async ([method, about]) => {
        const known = ProviderMethods[method as keyof typeof ProviderMethods] as unknown as Method<object, Answer>
        const request = { ...about, hostId } as Init<object>
        try {
          return (await channel.call(known, request, { deadlineMs })).errorResponse === undefined ? method : undefined
        } catch (thrown) {
          if (thrown instanceof RpcFailure && thrown.code === 'protocol/unimplemented') return undefined
          throw thrown
        }
      }),
    )
    const defined = answers.filter((method) => method !== undefined)
    expect(defined.length === 0, `it answers ${defined.join(', ')} about "${name}", which it does not list`)
    return `with an error in the answer, in ${asked.length} methods`
  },
}

interface Answer {
  readonly errorResponse?: { readonly message: string } | undefined
}
