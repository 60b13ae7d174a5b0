import { Context } from "effect"
import type { NodeFacts } from "./NodeRegistry.ts"

/** What this server process is known by among those that share the database. */
export class ThisNode extends Context.Service<ThisNode, NodeFacts>()("trunkline/system/ThisNode") {}
