config size int {
	__logicalName = "size"
	default = 3
}

greeting = "Hello ${project()}"

output text {
	__logicalName = "text"
	value = greeting
}

output all {
	__logicalName = "all"
	value = join("-", [
		"a",
		"b"
	])
}

output n {
	__logicalName = "n"
	value = size
}
