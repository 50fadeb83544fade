package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The C code that reads a container's limits, on made-up cgroup file systems. */
class ContainerLimitsTest {
  private static final Path SOURCE =
      CliCase.TEST_DATA.resolveSibling("native-config/toolchain/c/container.c");

  @TempDir static Path program;

  @TempDir Path root;

  @BeforeAll
  static void compile() throws Exception {
    var main =
        """
        #include "%s"
        int main(int argc, char **argv) {
          Limits l = {NO_LIMIT, NO_LIMIT, NO_LIMIT};
          readCgroups(&l, argv[argc - 1]);
          printf("memory %%ld, cpus %%d", l.memory, l.cpus);
          if (l.tasks != NO_LIMIT) printf(", tasks %%ld", l.tasks);
        }
        """
            .formatted(SOURCE);
    var file = Files.writeString(program.resolve("limits.c"), main);
    var compiler =
        List.of(
            "gcc",
            "-Wall",
            "-Wl,--wrap=mmap,--wrap=munmap,--wrap=getcwd",
            "-o",
            program.resolve("limits").toString(),
            file.toString());
    var outcome = Executable.run(compiler, new byte[0]);
    assertEquals(0, outcome.exit(), outcome::stderr);
  }

  private String limits() throws Exception {
    var command = List.of(program.resolve("limits").toString(), root.toString());
    return Executable.run(command, new byte[0]).stdout();
  }

  @BeforeEach
  void makeProc() throws IOException {
    Files.createDirectories(root.resolve("proc/self"));
  }

  private void file(String path, String content) throws IOException {
    var file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content + "\n");
  }

  private void version2(String cgroup) throws IOException {
    file("proc/self/cgroup", "0::" + cgroup);
    file("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate");
  }

  private void version1(String top, String cgroup) throws IOException {
    file("proc/self/cgroup", "11:memory:" + cgroup + "\n4:cpu,cpuacct:" + cgroup + "\n0::/");
    file(
        "proc/self/mountinfo",
        """
        33 24 0:28 %1$s /sys/fs/cgroup/memory ro,relatime master:11 - cgroup cgroup rw,memory
        34 24 0:29 %1$s /sys/fs/cgroup/cpu,cpuacct ro master:12 - cgroup cgroup rw,cpu,cpuacct\
        """
            .formatted(top));
  }

  @Test
  void withoutCgroupsThereIsNoLimit() throws Exception {
    assertEquals("memory -1, cpus -1", limits());
  }

  @Test
  void threadsThatMayStillBeMadeAreTheFewestOfAllFolders() throws Exception {
    version2("/a/b");
    file("sys/fs/cgroup/a/pids.max", "10");
    file("sys/fs/cgroup/a/pids.current", "7");
    file("sys/fs/cgroup/a/b/pids.max", "max");
    file("sys/fs/cgroup/a/b/pids.current", "2");
    assertEquals("memory -1, cpus -1, tasks 3", limits());
    file("sys/fs/cgroup/a/pids.current", "12");
    assertEquals("memory -1, cpus -1, tasks 0", limits());
  }

  @Test
  void version1HasThreadsInAFolderOfTheirOwn() throws Exception {
    file("proc/self/cgroup", "8:pids:/a");
    file("proc/self/mountinfo", "35 24 0:30 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids");
    file("sys/fs/cgroup/pids/a/pids.max", "5");
    file("sys/fs/cgroup/pids/a/pids.current", "1");
    assertEquals("memory -1, cpus -1, tasks 4", limits());
  }

  @Test
  void version2InItsOwnNamespace() throws Exception {
    version2("/");
    file("sys/fs/cgroup/memory.max", "536870912");
    file("sys/fs/cgroup/cpu.max", "150000 100000");
    assertEquals("memory 536870912, cpus 2", limits());
  }

  @Test
  void version2WithoutLimits() throws Exception {
    version2("/");
    file("sys/fs/cgroup/memory.max", "max");
    file("sys/fs/cgroup/cpu.max", "max 100000");
    assertEquals("memory -1, cpus -1", limits());
  }

  @Test
  void theTightestLimitOnTheWayUpCounts() throws Exception {
    version2("/user.slice/job/step");
    file("sys/fs/cgroup/user.slice/memory.max", "1000000000");
    file("sys/fs/cgroup/user.slice/job/memory.max", "400000000");
    file("sys/fs/cgroup/user.slice/job/step/memory.max", "max");
    file("sys/fs/cgroup/user.slice/cpu.max", "100000 100000");
    file("sys/fs/cgroup/user.slice/job/step/cpu.max", "400000 100000");
    assertEquals("memory 400000000, cpus 1", limits());
  }

  @Test
  void version1WhereTheMountShowsOnlyTheContainersPart() throws Exception {
    version1("/docker/0123", "/docker/0123");
    file("sys/fs/cgroup/memory/memory.limit_in_bytes", "268435456");
    file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000");
    file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000");
    assertEquals("memory 268435456, cpus 1", limits());
  }

  @Test
  void version1OnTheHost() throws Exception {
    version1("/", "/batch/7");
    file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
    file("sys/fs/cgroup/memory/batch/7/memory.limit_in_bytes", "2000000000");
    file("sys/fs/cgroup/cpu,cpuacct/batch/cpu.cfs_quota_us", "300000");
    file("sys/fs/cgroup/cpu,cpuacct/batch/cpu.cfs_period_us", "100000");
    file("sys/fs/cgroup/cpu,cpuacct/batch/7/cpu.cfs_quota_us", "-1");
    file("sys/fs/cgroup/cpu,cpuacct/batch/7/cpu.cfs_period_us", "100000");
    assertEquals("memory 2000000000, cpus 3", limits());
  }

  @Test
  void aCgroupOutsideOfTheNamespaceIsReadAtTheMountPoint() throws Exception {
    version2("/../../other");
    file("sys/fs/cgroup/memory.max", "123456789");
    assertEquals("memory 123456789, cpus -1", limits());
  }
}
