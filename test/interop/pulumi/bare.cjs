/**
 * A provider without any help of an SDK, as old and as new ones are: pages of the JSON file that BARE_BOOK names. BARE says
 * what it has to say of itself, and what is wrong with it:
 *
 * - `handshake`: answers Handshake; `secrets`, `preview`: takes marks of secrets, previews (said in Configure without Handshake)
 * - `unchecked`: knows neither CheckConfig nor DiffConfig; `tidy`: refuses to be configured for the shelf `floor`
 * - `shelved`: finds, changes and deletes a page only where it is configured for the shelf on which that was written
 * - `views`: tells of the lines of its pages, with a token that it was not given as a `stranger`
 * - `bridged`: answers the id among the properties, too, and fills in an input, as those on the bridge for Terraform do
 * - `refuses`: finds every page wrong; `puzzled`, `faints`: fails, dies, when it is asked whether one is
 * - `stumbles`: answers each create with an error, and makes nothing; `falls`: the same, and dies a moment after the answer
 * - `passwords`: all of its pages have the id `none`, each has another number of letters, and it reads back what it is told
 * - `slow`: takes up to BARE_MS milliseconds before it does anything, and as long again before it answers
 * - `deaf`: neither answers Cancel nor ends when it is told to, and has a child that does not either; `floods`: prints without end
 * - `silent`, `babble`, `alien`, `fails`, `unknowns`, `empty`, `other`, `huge`, `deep`: see below
 *
 * A book that ends with a slash is a folder, with a file for each page: several providers can write at a time.
 *
 * A file that BARE_BAD names says it instead, as long as it is there.
 */
const { spawn } = require('node:child_process')
const { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { createServer } = require('node:net')
const grpc = require('@grpc/grpc-js')
const { Empty } = require('google-protobuf/google/protobuf/empty_pb.js')
const { Struct } = require('google-protobuf/google/protobuf/struct_pb.js')
const { ResourceProviderService: service } = require('@pulumi/pulumi/proto/provider_grpc_pb.js')
const messages = require('@pulumi/pulumi/proto/provider_pb.js')
const { ResourceStatusClient } = require('@pulumi/pulumi/proto/resource_status_grpc_pb.js')
const statusMessages = require('@pulumi/pulumi/proto/resource_status_pb.js')
const { PluginInfo } = require('@pulumi/pulumi/proto/plugin_pb.js')

const { BARE = '', BARE_BOOK: book = '', BARE_BAD: bad = '', BARE_MB = '300', BARE_MS = '0' } = process.env
const is = (word) => (existsSync(bad) ? readFileSync(bad, 'utf8') : BARE).split(',').includes(word)

const text = { type: 'string' }
const schema = JSON.stringify({
  name: 'bare',
  version: '3.1.4',
  config: { variables: { shelf: text, key: { ...text, secret: true } } },
  resources: {
    'bare:index:Page': {
      inputProperties: { text, pin: { ...text, secret: true }, number: { ...text, willReplaceOnChanges: true } },
      properties: { text, pin: text, number: text, letters: { type: 'integer' } },
    },
  },
})

const isFolder = book.endsWith('/')
const pages = () => {
  if (isFolder)
    return Object.fromEntries(pageFiles().map((file) => [file, JSON.parse(readFileSync(book + file, 'utf8'))]))
  return existsSync(book) ? JSON.parse(readFileSync(book, 'utf8')) : {}
}
const pageFiles = () => readdirSync(book).filter((file) => !file.endsWith('.next'))
/** Without a book nothing is kept. Whoever ends in the middle of it leaves the book as it was. */
function keep(id, page) {
  if (book === '') return
  if (isFolder) return keepFile(book + id, page)
  writeFileSync(`${book}.next`, JSON.stringify({ ...pages(), [id]: page }))
  renameSync(`${book}.next`, book)
}
function keepFile(file, page) {
  if (page === undefined) return rmSync(file, { force: true })
  writeFileSync(`${file}.next`, JSON.stringify(page))
  renameSync(`${file}.next`, file)
}
let last = 0
/** On which it writes. */
let shelf = 'top'
const shelves = `${book}.shelves`
const shelfOf = (id) => (existsSync(shelves) ? JSON.parse(readFileSync(shelves, 'utf8'))[id] : undefined)
function lay(id) {
  const known = existsSync(shelves) ? JSON.parse(readFileSync(shelves, 'utf8')) : {}
  writeFileSync(shelves, JSON.stringify({ ...known, [id]: shelf }))
}
const isElsewhere = (id) => is('shelved') && shelfOf(id) !== shelf

/** Never the same twice. */
function newId() {
  if (isFolder) return `page-${process.pid}-${++last}`
  last = Math.max(last, ...Object.keys(pages()).map((id) => Number(id.slice('page-'.length)))) + 1
  return `page-${last}`
}
/** A line of a page is a view of it. */
function lineStep(op, name, page) {
  const step = answer(statusMessages.ViewStep, { op: statusMessages.ViewStep.Op[op], type: 'bare:index:Line', name })
  if (page !== undefined) {
    const about = { type: 'bare:index:Line', name, outputs: struct({ text: bare(page.text) }) }
    step.setNew(answer(statusMessages.ViewStepState, about))
  }
  return step
}

/** Tells the engine of views before the answer, where that is wanted. */
function told(request, steps, then) {
  if (!is('views') || (request.getPreview?.() ?? false)) return then()
  const client = new ResourceStatusClient(request.getResourceStatusAddress(), grpc.credentials.createInsecure())
  const message = new statusMessages.PublishViewStepsRequest()
  message.setToken(is('stranger') ? 'nobody' : request.getResourceStatusToken())
  message.setStepsList(steps)
  return (done) => client.publishViewSteps(message, (error) => (error === null ? done(null, then()) : done(error)))
}

const struct = (value) => Struct.fromJavaScript(value)
const plain = (value) => value?.toJavaScript() ?? {}
/** A mark of a secret has its value in the same place. */
const bare = (value) => (typeof value === 'object' && value !== null && 'value' in value ? value.value : value)
/** Of a file or an archive what it holds counts, which its hash tells. */
const heldIn = (value) => JSON.stringify(bare(value)?.hash ?? bare(value))
const written = (inputs) => ({ ...inputs, letters: String(bare(inputs.text) ?? '').length })
const refusal = 'no page may be written today'
const unknown = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'

/** Setters are spelt as a field is: `setAcceptsecrets` of `acceptSecrets`, `setAcceptSecrets` of `accept_secrets`. */
function answer(message, fields) {
  const made = new message()
  for (const [name, value] of Object.entries(fields)) {
    const [first, ...rest] = name
    const whole = `set${first.toUpperCase()}${rest.join('')}`
    const setter = whole in made ? whole : `set${first.toUpperCase()}${rest.join('').toLowerCase()}`
    made[setter](value)
  }
  return made
}

function refused(code, details) {
  return Object.assign(new Error(details), { code, details })
}

const methods = {
  handshake() {
    if (!is('handshake')) throw refused(grpc.status.UNIMPLEMENTED, 'unknown method Handshake')
    const says = { acceptSecrets: is('secrets'), acceptResources: true, acceptOutputs: true }
    return answer(messages.ProviderHandshakeResponse, says)
  },
  getPluginInfo: () => answer(PluginInfo, { version: '3.1.4' }),
  getSchema: () => answer(messages.GetSchemaResponse, { schema }),
  checkConfig(request) {
    if (is('unchecked')) throw refused(grpc.status.UNIMPLEMENTED, 'unknown method CheckConfig')
    const made = answer(messages.CheckResponse, { inputs: struct({ shelf: 'top', ...plain(request.getNews()) }) })
    if (is('tidy') && plain(request.getNews()).shelf === 'floor')
      made.setFailuresList([answer(messages.CheckFailure, { property: 'shelf', reason: 'nothing lies on the floor' })])
    return made
  },
  diffConfig(request) {
    if (is('unchecked')) throw refused(grpc.status.UNIMPLEMENTED, 'unknown method DiffConfig')
    const [olds, news] = [plain(request.getOlds()), plain(request.getNews())]
    const made = new messages.DiffResponse()
    if (olds.shelf !== news.shelf) made.setReplacesList(['shelf'])
    return made
  },
  configure(request) {
    shelf = plain(request.getArgs()).shelf ?? 'top'
    const says = { acceptSecrets: is('secrets'), supportsPreview: is('preview'), acceptResources: true }
    return answer(messages.ConfigureResponse, says)
  },
  check(request) {
    if (is('puzzled')) throw refused(grpc.status.UNKNOWN, 'no connection to the office')
    if (is('faints')) process.kill(process.pid, 'SIGKILL')
    const news = request.getNews()
    const inputs = is('bridged') ? struct({ number: 'seven', ...plain(news), __defaults: ['number'] }) : news
    const made = answer(messages.CheckResponse, { inputs })
    if (is('refuses')) made.setFailuresList([answer(messages.CheckFailure, { property: 'text', reason: refusal })])
    return made
  },
  diff(request) {
    const [olds, news] = [plain(request.getOldInputs()), plain(request.getNews())]
    const changed = ['text', 'pin', 'number'].filter((name) => heldIn(olds[name]) !== heldIn(news[name]))
    const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges
    const made = answer(messages.DiffResponse, { changes: changed.length > 0 ? DIFF_SOME : DIFF_NONE })
    made.setDiffsList(changed)
    made.setReplacesList(changed.filter((name) => name === 'number'))
    return made
  },
  create(request) {
    const page = written(plain(request.getProperties()))
    if (request.getPreview()) return answer(messages.CreateResponse, { properties: struct(page) })
    if (is('falls')) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 0)
    if (is('stumbles') || is('falls')) throw refused(grpc.status.UNKNOWN, 'exit status 3')
    if (is('passwords')) {
      const secret = { ...page, letters: Math.floor(Math.random() * 1e9) }
      return answer(messages.CreateResponse, { id: 'none', properties: struct(secret) })
    }
    const id = newId()
    keep(id, page)
    if (is('shelved')) lay(id)
    // Dies with the page written, and nobody told.
    if (is('fails')) process.kill(process.pid, 'SIGKILL')
    if (is('unknowns')) return answer(messages.CreateResponse, { id, properties: struct({ letters: unknown }) })
    if (is('empty')) return answer(messages.CreateResponse, { properties: struct(page) })
    if (is('huge')) return hugeAnswer(id)
    if (is('deep')) return deepAnswer(id)
    if (is('floods')) for (let line = 0; line < 200_000; line++) console.log(`${line} ${'x'.repeat(200)}`)
    return told(request, [lineStep('CREATE', 'first', page)], () =>
      answer(messages.CreateResponse, { id, properties: struct(is('bridged') ? { ...page, id } : page) }),
    )
  },
  update(request) {
    const page = written(plain(request.getNews()))
    if (isElsewhere(request.getId())) throw refused(grpc.status.NOT_FOUND, `there is no ${request.getId()} on ${shelf}`)
    if (!request.getPreview()) keep(request.getId(), page)
    return told(request, [lineStep('CREATE', 'second', page), lineStep('DELETE', 'first')], () =>
      answer(messages.UpdateResponse, { properties: struct(page) }),
    )
  },
  read(request) {
    if (is('passwords'))
      return answer(messages.ReadResponse, {
        id: request.getId(),
        properties: request.getProperties(),
        inputs: request.getInputs(),
      })
    const page = pages()[request.getId()]
    if (page === undefined || isElsewhere(request.getId())) return new messages.ReadResponse()
    const { letters: _, ...inputs } = page
    const id = is('other') ? 'page-99' : request.getId()
    return answer(messages.ReadResponse, { id, properties: struct(page), inputs: struct(inputs) })
  },
  pb_delete(request) {
    if (!isElsewhere(request.getId())) keep(request.getId(), undefined)
    return new Empty()
  },
  list(call) {
    const query = plain(call.request.getQuery())
    const found = Object.entries(pages()).filter(([, page]) => query.text === undefined || page.text === query.text)
    // Two to a page; the token says where the next one begins.
    const start = Number(call.request.getContinuationToken() || '0')
    const response = (setter, message, fields) => {
      const made = new messages.ListResponse()
      made[setter](answer(message, fields))
      call.write(made)
    }
    for (const [id, page] of found.slice(start, start + 2))
      response('setResult', messages.ListResponse.Result, { id, name: bare(page.text) })
    const continuationToken = is('endless') ? 'again' : start + 2 < found.length ? String(start + 2) : ''
    if (continuationToken !== '') response('setContinuation', messages.ListResponse.Continuation, { continuationToken })
    call.end()
  },
  cancel: () => (is('deaf') ? () => {} : new Empty()),
}

/** A field of text or of fields, as it is written. */
function field(number, ...parts) {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const length = []
  for (let rest = bytes.length; length.length === 0 || rest > 0; rest >>>= 7)
    length.push((rest & 127) | (rest > 127 ? 128 : 0))
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes])
}

/** A page of BARE_MB megabytes, for which the library for messages is too small. */
function hugeAnswer(id) {
  const content = field(3, Buffer.alloc(Number(BARE_MB) * 2 ** 20, 'x'))
  return Buffer.concat([field(1, id), field(2, field(1, field(1, 'text'), field(2, content)))])
}

/** A page of lists within lists. */
function deepAnswer(id) {
  let value = Buffer.alloc(0)
  for (let level = 0; level < 20_000; level++) value = field(6, field(1, value))
  return Buffer.concat([field(1, id), field(2, field(1, field(1, 'text'), field(2, value)))])
}

/** What is made at once is answered at once; what has to be told somebody first hands over the answer. */
function served(handle) {
  return (call, done) => {
    later(() => {
      try {
        const made = handle(call.request)
        if (typeof made === 'function') made(done)
        else later(() => done(null, made))
      } catch (error) {
        done(error)
      }
    })
  }
}

function later(then) {
  if (is('slow')) setTimeout(() => then(), Math.random() * Number(BARE_MS))
  else then()
}

function beDeaf() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  process.stdin.on('end', () => {})
  spawn('sh', ['-c', `trap "" INT TERM HUP; while :; do sleep 1; done # ${book}`], { stdio: 'ignore' })
}

function listen() {
  if (is('deaf')) beDeaf()
  const limits = { 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 }
  const server = new grpc.Server(limits)
  const named = Object.entries(methods).map(([name, handle]) => [
    name.replace('pb_', ''),
    name === 'list' ? handle : served(handle),
  ])
  const handlers = Object.fromEntries(named.filter(([name]) => name in service))
  const { responseSerialize } = service.create
  const create = {
    ...service.create,
    responseSerialize: (made) => (Buffer.isBuffer(made) ? made : responseSerialize(made)),
  }
  server.addService({ ...service, create }, handlers)
  server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
    if (error !== null) throw error
    console.log(port)
  })
}

/** What is no port, or not its own. */
const lines = { babble: 'Welcome to the bare provider!', alien: process.env['BARE_ALIEN'] }
const line = Object.keys(lines).find(is)

if (line === undefined && !is('silent')) listen()
else {
  if (line !== undefined) console.log(lines[line])
  createServer().listen(0)
}
