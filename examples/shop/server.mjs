// A shop that says which edition it is, at a socket in the pod's home: all three nodes of the example are on one machine.
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const { POD_HOME = '.', EDITION } = process.env
const socket = join(POD_HOME, 'shop.sock')
rmSync(socket, { force: true })
createServer((_request, response) => response.end(`the ${EDITION} edition\n`)).listen(socket)
