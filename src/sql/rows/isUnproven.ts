/** SQL: whether comment `c` came by mail that nothing proves to be of whoever it names. */
export const isUnproven = "(c.source = 'email' and c.source_data ->> 'authorVerified' = 'false')"
