// Runs a declarative Jenkinsfile with a double of Jenkins, and prints the steps that the Jenkinsfile called, as JSON.
import groovy.json.JsonOutput

class Block {
  Map found
  String path = ''

  def methodMissing(String name, Object arguments) {
    def list = arguments as List
    def body = list && list[-1] instanceof Closure ? list[-1].clone() : null
    if (body == null) {
      found.steps << [path: path, name: name, arguments: list]
      return name == 'credentials' ? "credentials ${list[0]}".toString() : null
    }
    body.delegate = new Block(found: found, path: "${path}/${name}")
    body.resolveStrategy = Closure.DELEGATE_ONLY
    body()
  }

  void setProperty(String name, Object value) {
    if (name == 'found' || name == 'path') { this.@"$name" = value } else { found.environment[name] = value.toString() }
  }
}

def found = [steps: [], environment: [:]]
def script = new GroovyShell().parse(new File(args[0]))
def block = new Block(found: found)
script.metaClass.methodMissing = { String name, Object arguments -> block.methodMissing(name, arguments) }
script.run()
println JsonOutput.toJson(found)
