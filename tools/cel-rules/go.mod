// Only marks the folder as a module: it is built with the versions of tools/real-cluster/go.mod.
module reeve/tools/cel-rules

go 1.26.0
