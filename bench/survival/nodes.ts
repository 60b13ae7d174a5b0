import { copyFileSync, existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { launch, type Running, type ServerProcess } from "./ServerProcess.ts"

/** One of several servers that share a database. */
export interface Node {
  readonly process: ServerProcess
  readonly running: Running
}

type Settings = Readonly<Record<string, string>>

/**
 * Starts a node on its own folder below `folder`. The first node of a database creates the account; the others are given its
 * key.
 */
export const startNode = async (folder: string, name: string, first: string, settings: Settings): Promise<Node> => {
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  const credentials = join(own, "credentials.json")
  if (name !== first && !existsSync(credentials)) copyFileSync(join(folder, first, "credentials.json"), credentials)
  const process = await launch(own, settings)
  const running = await process.ready
  if (running === undefined) throw new Error(`the ${name} node did not start`)
  return { process, running }
}

/** Starts nodes one after another. */
export const startNodes = async (
  folder: string,
  names: readonly [string, ...ReadonlyArray<string>],
  settings: Settings
): Promise<ReadonlyArray<Node>> => {
  const nodes: Array<Node> = []
  for (const name of names) nodes.push(await startNode(folder, name, names[0], settings))
  return nodes
}

/** Asks them to stop, and waits until they have ended. */
export const stopNodes = async (nodes: ReadonlyArray<Node>) => {
  for (const { process: node } of nodes) if (!node.hasEnded()) process.kill(node.pid, "SIGTERM")
  for (const { process: node } of nodes) await node.ended
}
