import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RpcFailure, type RpcChannel, Status } from '@slipway/protocol'
import { LanguageRuntime, structToWire } from '@slipway/protocol/pulumi'
import { runProgram, type ProgramRequest } from './run-program.ts'

const request: ProgramRequest = {
  project: 'shop',
  stack: 'dev',
  organization: 'acme',
  config: { 'shop:size': '3' },
  configSecretKeys: ['shop:size'],
  dryRun: true,
  parallel: 4,
  monitorAddress: '127.0.0.1:1',
  engineAddress: '127.0.0.1:2',
  program: { root: '/root', folder: '/root/app', entry: '.', options: {} },
}

const refusal = (code: 'protocol/unimplemented' | 'protocol/refused') =>
  new RpcFailure(code, 'no', { status: Status.unimplemented, delivered: true, ended: true })

interface Language {
  readonly answers: Readonly<Record<string, (request: unknown, signal: AbortSignal | undefined) => unknown>>
  readonly calls: [string, unknown][]
}

function language(answers: Language['answers']) {
  const calls: [string, unknown][] = []
  const channel = {
    call: async (method: { name: string }, sent: unknown, control?: { signal?: AbortSignal }) => {
      calls.push([method.name, sent])
      return answers[method.name]?.(sent, control?.signal) ?? {}
    },
  } as unknown as RpcChannel
  return { channel, calls }
}

const [hello, run, cancel] = [LanguageRuntime.Handshake.name, LanguageRuntime.Run.name, LanguageRuntime.Cancel.name]
const never = new AbortController().signal

describe('a program run by a language plugin', () => {
  test('gets everything that it needs, after its language’s greeting', async () => {
    const { channel, calls } = language({
      [hello]: () => Promise.reject(refusal('protocol/unimplemented')),
      [run]: () => ({ error: '', bail: false }),
    })
    assert.deepEqual(await runProgram(channel, { ...request, args: ['a'], mapperAddress: 'm' }, never), {
      error: '',
      bail: false,
    })
    assert.deepEqual(calls, [
      [hello, { engineAddress: '127.0.0.1:2', rootDirectory: '/root', programDirectory: '/root/app' }],
      [
        run,
        {
          project: 'shop',
          stack: 'dev',
          organization: 'acme',
          dryRun: true,
          parallel: 4,
          monitorAddress: '127.0.0.1:1',
          pwd: '/root/app',
          program: '.',
          args: ['a'],
          config: { 'shop:size': '3' },
          configSecretKeys: ['shop:size'],
          loaderTarget: '',
          mapperTarget: 'm',
          info: { rootDirectory: '/root', programDirectory: '/root/app', entryPoint: '.', options: structToWire({}) },
        },
      ],
    ])
  })

  test('reports how it ended', async () => {
    const { channel } = language({ [run]: () => ({ error: 'it broke', bail: true }) })
    assert.deepEqual(await runProgram(channel, request, never), { error: 'it broke', bail: true })
  })

  test('is not run if its language refuses', async () => {
    const greeting = language({ [hello]: () => Promise.reject(refusal('protocol/refused')) })
    await assert.rejects(runProgram(greeting.channel, request, never), { code: 'protocol/refused' })
    assert.equal(greeting.calls.length, 1)
    const running = language({ [run]: () => Promise.reject(refusal('protocol/refused')) })
    await assert.rejects(runProgram(running.channel, request, never), { code: 'protocol/refused' })
  })

  test('fails after it was asked once to end', async () => {
    for (const end of ['well', 'badly'] as const) {
      const stop = new AbortController()
      const ending = Promise.withResolvers<unknown>()
      const { channel, calls } = language({
        [run]: () => (stop.abort(), ending.promise),
        [cancel]: () =>
          end === 'well' ? ending.resolve({ error: 'gone', bail: false }) : ending.reject(new Error('gone')),
      })
      assert.deepEqual(await runProgram(channel, request, stop.signal), { error: '', bail: true })
      assert.equal(calls.filter(([method]) => method === cancel).length, 1)
    }
  })

  test('is abandoned if its language cannot end it', async () => {
    const stop = new AbortController()
    const { channel } = language({
      [run]: (_request, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('given up')))
          stop.abort()
        }),
      [cancel]: () => Promise.reject(refusal('protocol/unimplemented')),
    })
    assert.deepEqual(await runProgram(channel, request, stop.signal), { error: '', bail: true })
  })

  test('is asked nothing after its end', async () => {
    const stop = new AbortController()
    const { channel, calls } = language({ [run]: () => ({ error: '', bail: false }) })
    await runProgram(channel, request, stop.signal)
    stop.abort()
    assert.equal(
      calls.some(([method]) => method === cancel),
      false,
    )
  })
})
