import assert from 'node:assert/strict'
import { decode, encode, type Init, type Method } from '../../wire/codec/message.ts'
import type { RpcChannel } from '../../wire/rpc/channel.ts'

/** Makes a channel to a plugin with these answers, by method. Requests and answers are encoded and decoded. */
export function answering(answers: Readonly<Record<string, (request: never) => unknown>>): RpcChannel {
  return {
    async call<Request, Response>(method: Method<Request, Response>, request: Init<Request>): Promise<Response> {
      const answer = answers[method.name]
      if (answer === undefined) throw new TypeError(`nobody expects ${method.name}`)
      const heard = decode(method.request, encode(method.request, request))
      const said = (await answer(heard as never)) as Init<Response>
      return decode(method.response, encode(method.response, said))
    },
    stream: () => assert.fail('nobody streams'),
    close() {},
    closed: new Promise<void>(() => {}),
  }
}
