import { Context } from "effect"
import type { NodeFacts } from "./NodeRegistry.ts"

/** The identity of this server process among those that share the database. */
export class ThisNode extends Context.Service<ThisNode, NodeFacts>()("trunkline/system/ThisNode") {}
