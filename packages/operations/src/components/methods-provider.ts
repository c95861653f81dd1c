import { type CallControl, type FunctionAnswer, type FunctionCallRequest, isMap, type Provider } from '@slipway/model'
import { answeringFor } from '../answering-for.ts'
import type { Components } from './components.ts'

/** Returns a provider whose functions may be methods of its components. A method gets its component and can call the services of programs. */
export function methodsProvider(
  inner: Provider,
  tokens: () => readonly string[],
  components: () => Promise<Components>,
): Provider {
  const callFunction = async (request: FunctionCallRequest, control?: CallControl): Promise<FunctionAnswer> => {
    const [args] = request.args
    const isMethod = args !== undefined && isMap(args) && Object.hasOwn(args, '__self__')
    const answer = isMethod ? await (await components()).call(request.name, tokens(), args) : undefined
    return answer ?? (await inner.callFunction(request, control))
  }
  return answeringFor(inner, { callFunction })
}
