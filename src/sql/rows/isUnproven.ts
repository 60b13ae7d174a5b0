/** SQL: whether comment `c` came by mail without proof that it is from its sender. */
export const isUnproven = "(c.source = 'email' and c.source_data ->> 'authorVerified' = 'false')"
