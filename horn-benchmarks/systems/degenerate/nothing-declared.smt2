; Neither predicates nor clauses.
(set-logic HORN)
(check-sat)
