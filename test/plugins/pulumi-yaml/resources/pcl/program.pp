config title string {
	__logicalName = "title"
	default = "logs"
}

config token string {
	__logicalName = "token"
}

resource eu "pulumi:providers:cloud" {
	__logicalName = "eu"
	region = "eu"
}

resource logs "cloud:index:Bucket" {
	__logicalName = "logs"
	title = title
	token = token

	options {
		protect = true
		provider = eu
	}
}

resource copies "cloud:index:Bucket" {
	__logicalName = "copies"
	title = "copy of ${logs.title}"

	options {
		dependsOn = [logs]
	}
}

output size {
	__logicalName = "size"
	value = logs.size
}

output text {
	__logicalName = "text"
	value = join("-", [
		logs.title,
		"b"
	])
}
